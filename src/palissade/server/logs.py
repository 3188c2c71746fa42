"""The log: plain lines for people, JSON for machines."""

import logging
import sys

import structlog


def set_up_logs(form: str) -> None:
    """Everything, also what libraries say, goes through structlog to standard error."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":
        render: list[structlog.typing.Processor] = [
            structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ]
    else:
        # Plain tracebacks: values of variables may be secret, and a log is not.
        plain = structlog.dev.plain_traceback
        render = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *render],
        )
    )
    handler.addFilter(_is_worth_telling)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for noisy in ("alembic", "numba", "uvicorn.error", "palissade.sockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Not what strangers get wrong: that is no error of ours, and anybody could fill the disk with it. Requests that
    are cut off are told by `admission`, once in a while.
    """
    return not str(record.msg).startswith(("WS parser error", "Invalid HTTP request"))
