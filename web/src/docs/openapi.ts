/** As much of OpenAPI as the server writes. */

export interface Schema {
  $ref?: string;
  type?: string;
  title?: string;
  description?: string;
  enum?: (string | number | boolean | null)[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema | false;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
}

export interface Document {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** An operation in its place. */
export interface Endpoint extends Operation {
  id: string;
  method: string;
  path: string;
}

/** Every operation, as the document orders them. */
export function endpointsOf(document: Document): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, id: `${method}-${path}`, method, path })),
  );
}

/** What is sent or answered; nothing where there is no body. */
export function bodyOf(content: Content | undefined): Schema | undefined {
  return Object.values(content?.content ?? {})[0]?.schema;
}

/** The name of the type that is referred to. */
export function nameIn(schema: Schema): string | undefined {
  return schema.$ref?.split("/").at(-1);
}

/** The limits of a value in words: "up to 40 characters". */
export function limitsOf(schema: Schema): string {
  const range = (least: number | undefined, most: number | undefined, unit: string): string => {
    if (least === undefined && most === undefined) return "";
    const words = least !== undefined && most !== undefined ? `${least} to ${most}` : most !== undefined ? `up to ${most}` : `at least ${least}`;
    return `${words}${unit}`;
  };
  return [
    range(schema.minLength, schema.maxLength, " characters"),
    range(schema.minItems, schema.maxItems, " of them"),
    range(schema.minimum, schema.maximum, ""),
    schema.default !== undefined && schema.default !== null ? `${JSON.stringify(schema.default)} if left out` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
