"""Who I am: `/api/me`, `/api/account`, `/api/session`."""

from typing import Any

from litestar import Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from palissade.server.identity.guard import TheVisitor, TheWorker, Visitor, Worker, somebody
from palissade.server.identity.names import folded
from palissade.server.identity.tokens import csrf_cookie, no_session_cookie, session_cookie
from palissade.server.store.people import PersonRow
from palissade.server.wire.people import ChangeMe, Credentials, DeleteMe, Me


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
async def register(data: JSONBody[Credentials], worker: TheWorker, visitor: TheVisitor) -> Response[Me]:
    """Make an account. A guest becomes it, and keeps every table."""
    worker.limits.charge("register", visitor.address)
    person, value = await worker.people.register(visitor.person, data.name, data.password, visitor.language)
    return await _me(worker, visitor, person, [session_cookie(value, visitor.is_secure)])


@post("/api/session")
async def sign_in(data: JSONBody[Credentials], worker: TheWorker, visitor: TheVisitor) -> Response[Me]:
    """Sign in. The account adopts the tables of the guest that I am."""
    worker.limits.charge("sign-in-address", visitor.address)
    worker.limits.charge("sign-in-name", folded(data.name))
    person, value = await worker.people.sign_in(data.name, data.password, visitor.person)
    if visitor.secret:
        await worker.people.sign_out(visitor.secret)
    return await _me(worker, visitor, person, [session_cookie(value, visitor.is_secure)])


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


@get("/api/me/export")
async def export_me(worker: TheWorker, visitor: TheVisitor) -> Response[dict[str, Any]]:
    """All that is kept about me, as a file."""
    worker.limits.charge("export", visitor.known.id)
    return Response(
        await worker.people.export(visitor.known),
        headers={"content-disposition": 'attachment; filename="palissade.json"', "cache-control": "no-store"},
    )


@delete("/api/me", status_code=200)
async def delete_me(worker: TheWorker, visitor: TheVisitor, data: JSONBody[DeleteMe | None] = None) -> Response[Me]:
    """Delete me. The games that I played stay, without my name."""
    if visitor.known.is_account:
        worker.limits.charge("sign-in-name", folded(visitor.known.name))
    await worker.people.delete(visitor.known, data.password if data else None)
    return await _me(worker, visitor, None, [no_session_cookie(visitor.is_secure)])


PEOPLE = [who_am_i, change_me, register, sign_in, sign_out, sign_out_everywhere, export_me, delete_me]


async def _me(worker: Worker, visitor: Visitor, person: PersonRow | None, cookies: list[Cookie]) -> Response[Me]:
    """Who I am now, with the token that my page is to send back."""
    token = visitor.token
    if token is None:
        token = worker.people.cookies.new_token()
        cookies = [*cookies, csrf_cookie(token, visitor.is_secure)]
    language = person.language if person else visitor.language
    ratings = await worker.people.ratings.of_person(person.id) if person and person.is_account else []
    told = person.to_wire() if person else None
    return Response(Me(told, language, ratings, token), cookies=cookies, headers={"cache-control": "no-store"})
