"""Who I am: `/api/me`, `/api/account`, `/api/session`."""

from typing import Any

from litestar import Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from palissade.server.identity.cookies import csrf_cookie, no_session_cookie, session_cookie
from palissade.server.identity.guard import House, TheHouse, TheVisitor, Visitor, somebody
from palissade.server.identity.names import folded
from palissade.server.store.people import PersonRow
from palissade.server.wire.people import ChangeMe, Credentials, DeleteMe, Me


@get("/api/me")
async def who_am_i(house: TheHouse, visitor: TheVisitor) -> Response[Me]:
    """Who I am. Asking makes nobody somebody."""
    return await _me(house, visitor, visitor.person, [])


@patch("/api/me")
async def change_me(data: JSONBody[ChangeMe], house: TheHouse, visitor: TheVisitor) -> Response[Me]:
    """Change my name or my language; who is nobody yet becomes a guest."""
    person, cookies = await somebody(house, visitor, data.name)
    if data.name is not None and not cookies:
        person = await house.people.rename(person, data.name)
    if data.language is not None and data.language != person.language:
        person = await house.people.set_language(person, data.language)
    return await _me(house, visitor, person, cookies)


@post("/api/account")
async def register(data: JSONBody[Credentials], house: TheHouse, visitor: TheVisitor) -> Response[Me]:
    """Make an account. A guest becomes it, and keeps every table."""
    house.limits.charge("register", visitor.address)
    person, value = await house.people.register(visitor.person, data.name, data.password, visitor.language)
    return await _me(house, visitor, person, [session_cookie(value, visitor.is_secure)])


@post("/api/session")
async def sign_in(data: JSONBody[Credentials], house: TheHouse, visitor: TheVisitor) -> Response[Me]:
    """Sign in. The account adopts the tables of the guest that I am."""
    house.limits.charge("sign-in-address", visitor.address)
    house.limits.charge("sign-in-name", folded(data.name))
    person, value = await house.people.sign_in(data.name, data.password, visitor.person)
    if visitor.secret:
        await house.people.sign_out(visitor.secret)
    return await _me(house, visitor, person, [session_cookie(value, visitor.is_secure)])


@delete("/api/session", status_code=200)
async def sign_out(house: TheHouse, visitor: TheVisitor) -> Response[Me]:
    """Sign out here. A guest who signs out cannot come back."""
    if visitor.secret:
        await house.people.sign_out(visitor.secret)
    return await _me(house, visitor, None, [no_session_cookie(visitor.is_secure)])


@delete("/api/sessions", status_code=200)
async def sign_out_everywhere(house: TheHouse, visitor: TheVisitor) -> Response[Me]:
    """Sign out on every device."""
    await house.people.sign_out_everywhere(visitor.known)
    return await _me(house, visitor, None, [no_session_cookie(visitor.is_secure)])


@get("/api/me/export")
async def export_me(house: TheHouse, visitor: TheVisitor) -> Response[dict[str, Any]]:
    """All that is kept about me, as a file."""
    house.limits.charge("export", visitor.known.id)
    return Response(
        await house.people.export(visitor.known),
        headers={"content-disposition": 'attachment; filename="palissade.json"', "cache-control": "no-store"},
    )


@delete("/api/me", status_code=200)
async def delete_me(house: TheHouse, visitor: TheVisitor, data: JSONBody[DeleteMe | None] = None) -> Response[Me]:
    """Delete me. The games that I played stay, without my name."""
    if visitor.known.is_account:
        house.limits.charge("sign-in-name", folded(visitor.known.name))
    await house.people.delete(visitor.known, data.password if data else None)
    return await _me(house, visitor, None, [no_session_cookie(visitor.is_secure)])


PEOPLE = [who_am_i, change_me, register, sign_in, sign_out, sign_out_everywhere, export_me, delete_me]


async def _me(house: House, visitor: Visitor, person: PersonRow | None, cookies: list[Cookie]) -> Response[Me]:
    """Who I am now, with the token that my page is to send back."""
    token = visitor.token
    if token is None:
        token = house.people.cookies.new_token()
        cookies = [*cookies, csrf_cookie(token, visitor.is_secure)]
    language = person.language if person else visitor.language
    ratings = await house.people.ratings.of_person(person.id) if person and person.is_account else []
    told = person.told() if person else None
    return Response(Me(told, language, ratings, token), cookies=cookies, headers={"cache-control": "no-store"})
