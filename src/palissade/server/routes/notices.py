"""Notices over HTTP: how I am reached, and what I want to know."""

from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, QueryParameter

from palissade.server.refused import IdentityRefused
from palissade.server.routes.visitor import FROM_ANYWHERE, TheVisitor, TheWorker, Visitor
from palissade.server.wire.notices import ChangeNotices, MailAddress, Notices, NoticeToken, Subscription
from palissade.server.worker import Worker

FRESH = {"cache-control": "no-store"}


@get("/api/me/notices")
async def my_notices(worker: TheWorker, visitor: TheVisitor) -> Response[Notices]:
    """How I am reached when I am not at a table, and what I do not want to be told."""
    return await _told(worker, visitor)


@put("/api/me/notices")
async def change_notices(data: JSONBody[ChangeNotices], worker: TheWorker, visitor: TheVisitor) -> Response[Notices]:
    """Say what I do not want to be told."""
    await worker.notices.switch_off(visitor.known, data.off)
    return await _told(worker, visitor)


@post("/api/me/notices/push", status_code=200)
async def subscribe(data: JSONBody[Subscription], worker: TheWorker, visitor: TheVisitor) -> Response[Notices]:
    """Tell this browser, until it signs out."""
    if visitor.secret is None:
        raise IdentityRefused("nobody", 401)
    await worker.notices.subscribe(visitor.known, visitor.secret, data)
    return await _told(worker, visitor)


@delete("/api/me/notices/push", status_code=200)
async def unsubscribe(worker: TheWorker, visitor: TheVisitor) -> Response[Notices]:
    """Tell this browser nothing more."""
    if visitor.secret is not None:
        await worker.notices.unsubscribe(visitor.secret)
    return await _told(worker, visitor)


@put("/api/me/notices/mail")
async def set_address(data: JSONBody[MailAddress], worker: TheWorker, visitor: TheVisitor) -> Response[Notices]:
    """Send me a link there by which I say that the address is mine; before that nothing else is sent to it."""
    person = visitor.known
    worker.limits.charge("mail", person.id)
    worker.limits.charge("mail-address", data.address.strip().lower())
    await worker.notices.ask_address(person, data.address)
    return await _told(worker, visitor)


@delete("/api/me/notices/mail", status_code=200)
async def remove_address(worker: TheWorker, visitor: TheVisitor) -> Response[Notices]:
    """Send me no more mail, and forget the address."""
    await worker.notices.remove_address(visitor.known.id)
    return await _told(worker, visitor)


@post("/api/notices/confirm", status_code=204)
async def confirm(data: JSONBody[NoticeToken], worker: TheWorker, visitor: TheVisitor) -> None:
    """An address is mine: I have opened the link that was sent there."""
    worker.limits.charge("mail-link", visitor.address)
    await worker.notices.confirm(data.token)


@post("/api/notices/off", status_code=204, opt=FROM_ANYWHERE)
async def no_more_mail(
    worker: TheWorker, visitor: TheVisitor, token: Annotated[str, QueryParameter(max_length=200)] = ""
) -> None:
    """Send no more mail there (RFC 8058): whoever has the mail has the token, and needs no page of ours."""
    worker.limits.charge("mail-link", visitor.address)
    await worker.notices.no_more_mail(token)


NOTICES = [
    *(my_notices, change_notices, subscribe, unsubscribe),
    *(set_address, remove_address, confirm, no_more_mail),
]


async def _told(worker: Worker, visitor: Visitor) -> Response[Notices]:
    return Response(await worker.notices.of(visitor.known, visitor.secret), headers=FRESH)
