"""Passwords, of which only argon2id hashes are kept."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_T = TypeVar("_T")

AT_ONCE = 2  # a hash takes 64 MiB and a few hundredths of a second on every core, which games need too


class Passwords:
    """Makes and checks hashes, off the event loop."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")

    async def hash(self, password: str) -> str:
        return await self._run(lambda: self._hasher.hash(_same_everywhere(password)))

    async def is_right(self, password: str, kept: str | None) -> bool:
        """Whether it is the password of this hash; without a hash it is not, which takes just as long to say."""

        def verify() -> bool:
            try:
                self._hasher.verify(kept or self._nobodys, _same_everywhere(password))
            except (VerificationError, InvalidHashError):
                return False
            return kept is not None

        return await self._run(verify)

    def is_outdated(self, kept: str) -> bool:
        """Whether the hash was made with weaker settings than today's."""
        return self._hasher.check_needs_rehash(kept)

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash(secrets.token_hex())

    async def _run(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _same_everywhere(password: str) -> str:
    """Keyboards differ in how they compose an é."""
    return normalize("NFC", password)
