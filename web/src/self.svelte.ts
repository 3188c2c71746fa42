/** Who I am to the server, shared by all pages. Nobody, until I do something that needs a name. */
import { api } from "./api";
import { recall } from "./kept";
import { speech, type Language } from "./language.svelte";
import { live } from "./live/live.svelte";
import { shelf } from "./shelf.svelte";
import type { ChangeMe, Credentials, Me } from "./wire";

class Self {
  me = $state.raw<Me | undefined>();

  get name(): string | undefined {
    return this.me?.person?.name;
  }

  get hasAccount(): boolean {
    return this.me?.person?.kind === "account";
  }

  /** Ask the server; where it cannot be reached, nothing is known yet. */
  async load(): Promise<void> {
    this.me = await api.me().catch(() => this.me);
    if (!this.me?.person || this.me.language === speech.language) return;
    if (recall("language")) await this.speak(speech.language); // chosen on this screen: the server is to know
    else speech.language = this.me.language;
  }

  async change(change: ChangeMe): Promise<void> {
    this.me = await api.changeMe(change);
  }

  /** Speak this language from now on, here and, for who is known to the server, everywhere. */
  async speak(language: Language): Promise<void> {
    speech.choose(language);
    if (!this.me?.person) return;
    await this.change({ language }).catch(() => undefined);
    await shelf.load(); // games and levels are told in that language from now on
  }

  async register(credentials: Credentials): Promise<void> {
    this.#become(await api.register(credentials));
  }

  async signIn(credentials: Credentials): Promise<void> {
    this.#become(await api.signIn(credentials));
  }

  /** Be known here too, by a link made on another device. */
  async openDevice(token: string): Promise<void> {
    this.#become(await api.openDevice(token));
  }

  async signOut({ everywhere }: { everywhere: boolean }): Promise<void> {
    this.#become(await (everywhere ? api.signOutEverywhere() : api.signOut()));
  }

  async delete(password?: string): Promise<void> {
    this.#become(await api.deleteMe(password === undefined ? {} : { password }));
  }

  #become(me: Me): void {
    this.me = me;
    live.reopen();
  }
}

export const self = new Self();
