"""What is counted, for hosts who look at graphs (Prometheus)."""

from collections import defaultdict

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from palissade.server.events import Event


class Metrics:
    """Counters of one worker."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._events = Counter("palissade_events", "What happened at tables", ["kind"], registry=self.registry)
        self._messages = Counter("palissade_messages", "Messages received", registry=self.registry)
        self._tables = Counter("palissade_tables_made", "Tables made", ["game"], registry=self.registry)
        self._cut_off = Counter(
            "palissade_connections_cut", "Connections cut because nobody read", registry=self.registry
        )
        self._refused = Counter("palissade_refused", "What was turned away", ["why"], registry=self.registry)
        self._notices = Counter("palissade_notices", "What became of notices", ["way", "how"], registry=self.registry)
        self._batches = Histogram(
            "palissade_ledger_batch_events",
            "Events written together",
            registry=self.registry,
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
        )
        self._writing = Histogram("palissade_ledger_seconds", "Time to write a batch", registry=self.registry)
        self.gauges = {
            name: Gauge(f"palissade_{name}", words, registry=self.registry)
            for name, words in {
                "connections": "WebSocket connections",
                "live_tables": "Tables in memory",
                "thinking": "Machines that think",
                "waiting_thoughts": "Machines that wait to think",
                "ledger_depth": "Events waiting to be written",
                "games_ready": "Games that can be played",
                "http_connections": "Connections for requests",
                "loop_lag_seconds": "How late the event loop is",
                "busy": "Whether there is too much to do",
            }.items()
        }
        # What every action counts is counted in plain numbers, and told to Prometheus when it asks.
        self._received = 0
        self._happened: dict[type[Event], int] = defaultdict(int)

    def acted(self, event: Event) -> None:
        self._happened[type(event)] += 1

    def received(self) -> None:
        self._received += 1

    def made(self, game: str) -> None:
        self._tables.labels(game).inc()

    def cut_off(self) -> None:
        self._cut_off.inc()

    def refused(self, why: str) -> None:
        self._refused.labels(why).inc()

    def noticed(self, way: str, how: str) -> None:
        self._notices.labels(way, how).inc()

    def batch(self, size: int, seconds: float) -> None:
        self._batches.observe(size)
        self._writing.observe(seconds)

    def text(self) -> bytes:
        self._messages.inc(self._received)
        self._received = 0
        for kind, count in self._happened.items():
            self._events.labels(kind.__struct_config__.tag).inc(count)
        self._happened.clear()
        return generate_latest(self.registry)
