// Prints TypeScript types for the page from the OpenAPI document: one for each schema, and the request and response of
// each path. An unsupported construct is an error.

import { readFileSync } from "node:fs";

const BASE = "/api/v1";
const WIDTH = 116;
/** An integer with at most so many possible values is written as those. */
const FEW = 4;

const { paths, components } = JSON.parse(readFileSync(0, "utf8"));

/** The text of a schema as a type. `indent` is that of the line in which it begins. */
function typeOf(schema, indent = "") {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.oneOf ?? schema.anyOf) {
    return (schema.oneOf ?? schema.anyOf).map((one) => typeOf(one, indent)).join(" | ");
  }
  if (schema.allOf) {
    return schema.allOf.map((one) => (one.oneOf ? `(${typeOf(one, indent)})` : typeOf(one, indent))).join(" & ");
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
  }
  switch (schema.type) {
    case "null":
    case "string":
    case "boolean":
    case "number":
      return schema.type;
    case "integer":
      return integer(schema);
    case "array":
      return list(schema, indent);
    case "object":
      return object(schema, indent);
    case undefined:
      // Without a type anything is allowed.
      return "unknown";
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function integer({ minimum, maximum }) {
  if (minimum === undefined || maximum === undefined || maximum - minimum >= FEW) return "number";
  return Array.from({ length: maximum - minimum + 1 }, (_, n) => minimum + n).join(" | ");
}

function list({ items, prefixItems, minItems, maxItems }, indent) {
  if (prefixItems) return `[${prefixItems.map((item) => typeOf(item, indent)).join(", ")}]`;
  const item = typeOf(items, indent);
  if (maxItems && minItems === maxItems) return `[${Array(maxItems).fill(item).join(", ")}]`;
  return / [|&] /.test(item) ? `(${item})[]` : `${item}[]`;
}

function object({ properties, required = [], additionalProperties }, indent) {
  if (!properties) return typeof additionalProperties === "object" ? record(additionalProperties, indent) : "object";
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${comment(said(schema), inner)}${inner}${name}${mark}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}

function record(values, indent) {
  return `{ [name: string]: ${typeOf(values, indent)} }`;
}

/** What a schema says about itself; a field that may be `null` says it one level deeper. */
function said({ description, oneOf = [] }) {
  return description ?? oneOf.find((one) => one.description)?.description ?? "";
}

function comment(text, indent) {
  if (!text) return "";
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line && indent.length + line.length + word.length > WIDTH - 8) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

function schemas() {
  return Object.entries(components.schemas).map(([name, schema]) => {
    const type = typeOf(schema);
    const declared = schema.properties ? `interface ${name} ${type}` : `type ${name} = ${type};`;
    return `${comment(said(schema), "")}export ${declared}\n`;
  });
}

/** What a path answers when all is well; `undefined` if it speaks another protocol. */
function answerOf({ responses }) {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  if (!good) return undefined;
  const content = Object.values(good.content ?? {})[0];
  return content ? typeOf(content.schema) : "null";
}

function parametersOf({ parameters = [] }) {
  // Headers are not part of the URL, and the page sends none itself.
  const inAddress = parameters.filter((parameter) => parameter.in !== "header");
  const fields = inAddress.map(({ name, required, schema }) => `${name}${required ? "" : "?"}: ${typeOf(schema)}`);
  return fields.length ? `{ ${fields.join("; ")} }` : "{}";
}

/** The paths that are asked with a method. */
function operations(method, name, what) {
  const entries = Object.entries(paths).flatMap(([path, methods]) => {
    const operation = methods[method];
    const answer = operation && answerOf(operation);
    if (!answer) return [];
    const body = operation.requestBody?.content["application/json"].schema;
    const fields = {
      parameters: parametersOf(operation),
      body: method === "post" && (body ? typeOf(body, "    ") : "{}"),
      answer,
    };
    const lines = Object.entries(fields).flatMap(([field, type]) => (type ? [`    ${field}: ${type};\n`] : []));
    return `${comment(operation.summary, "  ")}  "${path.replace(BASE, "")}": {\n${lines.join("")}  };\n`;
  });
  return `/** ${what} */\nexport interface ${name} {\n${entries.join("")}}\n`;
}

process.stdout.write(
  [
    "// Generated by scripts/page from the OpenAPI document. Do not edit.\n",
    ...schemas(),
    operations("get", "Gets", "What is asked with GET, by the path below the version of the interface."),
    operations("post", "Posts", "What is asked with POST, by the path below the version of the interface."),
  ].join("\n"),
);
