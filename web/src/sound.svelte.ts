/** Whether the page may be heard; what is heard is the table's affair. */
import { keep, recall } from "./kept";

class Sound {
  on = $state(recall("sound") ?? true);

  turn(): void {
    this.on = !this.on;
    keep("sound", this.on);
  }
}

export const sound = new Sound();
