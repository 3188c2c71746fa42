import "../../../../src/palissade/look/tokens.css";
import "../../styles/base.css";
import { mount } from "svelte";
import Gallery from "./Gallery.svelte";

const target = document.getElementById("gallery");
if (target) mount(Gallery, { target });
