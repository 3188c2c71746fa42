"""Routes of who I am and by which devices I am known: `/api/me`, `/api/account`, `/api/session`."""

from typing import Annotated, Any, TypeAlias

from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter

from palissade.server.identity.names import folded
from palissade.server.identity.tokens import (
    SESSION,
    csrf_cookie,
    device_id,
    digest_of,
    known_cookie,
    no_session_cookie,
    session_cookie,
)
from palissade.server.refused import IdentityRefused, TooMany
from palissade.server.routes.visitor import TheVisitor, TheWorker, Visitor, somebody
from palissade.server.store.people import PersonRow
from palissade.server.wire.people import ChangeMe, Credentials, DeleteMe, DeviceLink, Devices, Me, OpenDevice
from palissade.server.worker import Worker

DeviceId = Annotated[str, PathParameter(max_length=24)]
AnyRequest: TypeAlias = Request[Any, Any, Any]
NOT_KEPT = {"cache-control": "no-store"}  # what is mine alone is in no cache


@get("/api/me")
async def who_am_i(worker: TheWorker, visitor: TheVisitor) -> Response[Me]:
    """Who I am. Asking makes nobody somebody."""
    return await _me(worker, visitor, visitor.person, [])


@patch("/api/me")
async def change_me(data: JSONBody[ChangeMe], worker: TheWorker, visitor: TheVisitor) -> Response[Me]:
    """Change my name or my language; who is nobody yet becomes a guest."""
    person, cookies = await somebody(worker, visitor, data.name)
    if data.name is not None and not cookies:
        person = await worker.people.rename(person, data.name)
    if data.language is not None and data.language != person.language:
        person = await worker.people.set_language(person, data.language)
    return await _me(worker, visitor, person, cookies)


@post("/api/account")
async def register(
    data: JSONBody[Credentials], request: AnyRequest, worker: TheWorker, visitor: TheVisitor
) -> Response[Me]:
    """Make an account. A guest becomes it, and keeps every table."""
    worker.limits.charge("register", visitor.address)
    person, value = await worker.people.register(visitor.person, data.name, data.password, visitor.language)
    return await _me(worker, visitor, person, _cookies(request, worker, visitor, person, value))


@post("/api/session")
async def sign_in(
    data: JSONBody[Credentials], request: AnyRequest, worker: TheWorker, visitor: TheVisitor
) -> Response[Me]:
    """Sign in. The account adopts the tables of the guest that I am."""
    browser = await worker.people.known_browser(_cookie_header(request), data.name)
    if browser is not None:
        worker.limits.charge("sign-in-known", browser)
    else:
        worker.limits.charge("sign-in-address", visitor.address)
        worker.limits.charge("sign-in-name", f"{visitor.address} {folded(data.name)}")
    person, value = await worker.people.sign_in(data.name, data.password, visitor.person)
    if visitor.secret:
        await worker.people.sign_out(visitor.secret)
    return await _me(worker, visitor, person, _cookies(request, worker, visitor, person, value))


@post("/api/session/device")
async def open_device(
    data: JSONBody[OpenDevice], request: AnyRequest, worker: TheWorker, visitor: TheVisitor
) -> Response[Me]:
    """Be known here too, by the link that I asked for on my other device. It works once. I adopt the tables of the
    guest that I am here; an account is signed out first.
    """
    if wait := worker.limits.wait("seat-key", visitor.address):
        raise TooMany(wait)
    try:
        person, value = await worker.people.open_device(data.token, visitor.person)
    except IdentityRefused:
        worker.limits.spend("seat-key", visitor.address)
        raise
    if visitor.secret:
        await worker.people.sign_out(visitor.secret)
    return await _me(worker, visitor, person, _cookies(request, worker, visitor, person, value))


@delete("/api/session", status_code=200)
async def sign_out(worker: TheWorker, visitor: TheVisitor) -> Response[Me]:
    """Sign out here. A guest who signs out cannot come back."""
    if visitor.secret:
        await worker.people.sign_out(visitor.secret)
    return await _me(worker, visitor, None, [no_session_cookie(visitor.is_secure)])


@delete("/api/sessions", status_code=200)
async def sign_out_everywhere(worker: TheWorker, visitor: TheVisitor) -> Response[Me]:
    """Sign out on every device."""
    await worker.people.sign_out_everywhere(visitor.known)
    return await _me(worker, visitor, None, [no_session_cookie(visitor.is_secure)])


@get("/api/me/devices")
async def my_devices(worker: TheWorker, visitor: TheVisitor) -> Response[Devices]:
    """The browsers by which I am known."""
    return await _devices(worker, visitor)


@post("/api/me/devices")
async def add_device(worker: TheWorker, visitor: TheVisitor) -> Response[DeviceLink]:
    """A link that makes one more browser mine. It works once, for ten minutes; a new one replaces it."""
    return Response(await worker.people.make_device_link(visitor.known), headers=NOT_KEPT)


@delete("/api/me/devices/link", status_code=200)
async def withdraw_link(worker: TheWorker, visitor: TheVisitor) -> Response[Devices]:
    """Withdraw the link for one more browser."""
    await worker.people.withdraw_device_link(visitor.known)
    return await _devices(worker, visitor)


@delete("/api/me/devices/{device:str}", status_code=200)
async def withdraw_device(device: DeviceId, worker: TheWorker, visitor: TheVisitor) -> Response[Devices]:
    """Withdraw a browser: it knows me no longer. Withdrawing this one is signing out."""
    await worker.people.withdraw_device(visitor.known, device)
    answer = await _devices(worker, visitor)
    if visitor.secret and device == device_id(digest_of(visitor.secret)):
        answer.cookies.append(no_session_cookie(visitor.is_secure))
    return answer


@get("/api/me/export")
async def export_me(worker: TheWorker, visitor: TheVisitor) -> Response[dict[str, Any]]:
    """All that is kept about me, as a file."""
    worker.limits.charge("export", visitor.known.id)
    return Response(
        await worker.people.export(visitor.known),
        headers={"content-disposition": 'attachment; filename="palissade.json"', **NOT_KEPT},
    )


@delete("/api/me", status_code=200)
async def delete_me(worker: TheWorker, visitor: TheVisitor, data: JSONBody[DeleteMe | None] = None) -> Response[Me]:
    """Delete me. The games that I played stay, without my name."""
    if visitor.known.is_account:
        worker.limits.charge("sign-in-known", visitor.known.id)
    await worker.people.delete(visitor.known, data.password if data else None)
    return await _me(worker, visitor, None, [no_session_cookie(visitor.is_secure)])


PEOPLE = [
    who_am_i,
    change_me,
    register,
    sign_in,
    open_device,
    sign_out,
    sign_out_everywhere,
    my_devices,
    add_device,
    withdraw_link,
    withdraw_device,
    export_me,
    delete_me,
]


def _cookie_header(request: AnyRequest) -> str:
    return request.headers.get("cookie", "")


def _cookies(request: AnyRequest, worker: Worker, visitor: Visitor, person: PersonRow, value: str) -> list[Cookie]:
    """For a browser in which somebody is known from now on; of an account, it is so even after they have left."""
    cookies = [session_cookie(value, visitor.is_secure)]
    if person.is_account:
        known = worker.people.known_browsers.with_account(_cookie_header(request), person.id)
        cookies.append(known_cookie(known, visitor.is_secure))
    return cookies


async def _devices(worker: Worker, visitor: Visitor) -> Response[Devices]:
    return Response(await worker.people.devices(visitor.known, visitor.secret), headers=NOT_KEPT)


async def _me(worker: Worker, visitor: Visitor, person: PersonRow | None, cookies: list[Cookie]) -> Response[Me]:
    """Who I am now, with the token that my page is to send back."""
    nonce, known = visitor.nonce, worker.people.cookies
    if nonce is None:
        nonce = known.new_nonce()
        cookies = [*cookies, csrf_cookie(nonce, visitor.is_secure)]
    sessions = [known.secret_in(cookie.value or "") for cookie in cookies if cookie.key == SESSION]
    token = known.csrf_token(nonce, sessions[0] if sessions else visitor.secret)
    language = person.language if person else visitor.language
    ratings = await worker.people.ratings.of_person(person.id) if person and person.is_account else []
    told = person.to_wire() if person else None
    return Response(Me(told, language, ratings, token), cookies=cookies, headers=NOT_KEPT)
