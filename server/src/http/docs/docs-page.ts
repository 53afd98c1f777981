import { product_name } from '@waybill/domain/kit/app'
import { problem_kinds } from '@waybill/domain/kit/problem'
import { htmlPage, themeCss } from '../../kit/html-page.ts'
import { html, type Html } from '../../kit/html.ts'
import type { RawAnswer } from '../../kit/handler.ts'
import type { OpenApi, Operation } from './openapi.ts'
import type { JsonSchema } from './wire-schema.ts'

const css = `header{border-bottom:1px solid var(--border);background:var(--surface)}
.row{max-width:1200px;margin:0 auto;padding:12px 16px;display:flex;gap:12px 24px;align-items:center;flex-wrap:wrap}
.row b{font-size:18px;margin-right:auto}
form{display:flex;gap:8px}
input{min-height:40px;padding:0 12px;border:1px solid var(--border-strong);border-radius:6px;background:var(--surface);color:var(--text);font:inherit;min-width:0;width:220px}
button{min-height:40px;padding:0 16px;border:1px solid var(--brand-border);border-radius:6px;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:600;cursor:pointer}
.columns{max-width:1200px;margin:0 auto;padding:24px 16px 64px;display:grid;gap:32px}
nav h2,nav a{font-size:14px;line-height:20px}
nav a{display:block;padding:2px 0;text-decoration:none}
nav h2{margin:14px 0 2px;font-weight:600}
h1{font-size:24px;line-height:32px;font-weight:600}
section>h2{font-size:20px;line-height:28px;margin:32px 0 12px;font-weight:600}
h3{font-size:16px;line-height:24px;font-weight:600}
h4{font-size:14px;margin:12px 0 4px;font-weight:600}
p{max-width:72ch}
.intro li{list-style:disc;margin-left:20px;max-width:72ch}
.quiet{color:var(--text-2);font-size:14px;line-height:20px}
article{margin:0 0 16px;padding:16px;border:1px solid var(--border);border-radius:8px;background:var(--surface)}
.method{display:inline-block;min-width:58px;font:700 13px/20px ui-monospace,Menlo,monospace;color:var(--brand-text)}
.wrap{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px;line-height:20px}
th,td{text-align:left;vertical-align:top;padding:6px 16px 6px 0;border-top:1px solid var(--border);overflow-wrap:normal}
th{font-weight:600;border-top:0;color:var(--text-2)}
td:first-child{white-space:nowrap}
@media(min-width:992px){.columns{grid-template-columns:232px minmax(0,1fr)}nav{position:sticky;top:0;max-height:100vh;overflow:auto;align-self:start;padding-bottom:24px}}
@media print{nav,form{display:none}article{break-inside:avoid}}`

interface Listed {
  method: string
  path: string
  operation: Operation
}

/** Returns the API reference as a page: grouped, with a server-side search, and usable without scripts. */
export function docsPage(document: OpenApi, find: string): RawAnswer {
  const wanted = find.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const all: Listed[] = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  const shown = all.filter((one) => {
    const haystack = textOf(one, document)
    return wanted.every((word) => haystack.includes(word))
  })
  const models = Object.entries(document.components.schemas).filter(([name, { properties }]) => {
    const words = [name, ...Object.keys(properties ?? {})].join(' ').toLowerCase()
    return wanted.every((word) => words.includes(word))
  })
  const sections = document.tags
    .map(({ name }) => ({ name, items: shown.filter(({ operation }) => operation.tags.includes(name)) }))
    .filter(({ items }) => items.length > 0)
  return htmlPage({
    title: `${product_name} API reference`,
    theme: themeCss({}),
    css,
    body: html`<a class="skip" href="#content">Skip to content</a>
      <header>
        <div class="row">
          <b>${product_name} API</b><a href="/openapi.json">OpenAPI document</a>
          <form action="/api-docs" method="get" role="search">
            <input
              name="find"
              value="${find}"
              aria-label="Search operations and fields"
              placeholder="Search operations and fields"
            />
            <button>Search</button>
          </form>
        </div>
      </header>
      <div class="columns">
        <nav aria-label="Operations">
          ${sections.map(
            ({ name, items }) =>
              html`<h2>${name}</h2>
                <ul>
                  ${items.map((one) => html`<li><a href="#${one.operation.operationId}">${one.method} ${one.path}</a></li>`)}
                </ul>`,
          )}
          ${models.length > 0 && html`<h2><a href="#models">Schemas</a></h2>`}
        </nav>
        <main id="content">
          <h1>API reference</h1>
          ${wanted.length === 0 ? introduction(document) : found(find, shown.length)}
          ${sections.map(
            ({ name, items }) =>
              html`<section>
                <h2>${name}</h2>
                ${items.map(article)}
              </section>`,
          )}
          ${
            models.length > 0 &&
            html`<section id="models">
              <h2>Schemas</h2>
              ${models.map(([name, model]) => modelArticle(name, model))}
            </section>`
          }
        </main>
      </div>`,
  })
}

/** Returns the searchable text of an operation: its own text and that of the schemas it uses. */
function textOf({ method, path, operation }: Listed, document: OpenApi): string {
  const met = new Set<string>()
  const read = (value: unknown): string => {
    const text = JSON.stringify(value)
    const further = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].flatMap(([, name = '']) => {
      if (met.has(name) || name === 'Error') return []
      met.add(name)
      return read(document.components.schemas[name] ?? {})
    })
    return [text, ...further].join(' ')
  }
  return `${method} ${path} ${read(operation)}`.toLowerCase()
}

function found(find: string, calls: number): Html {
  const what = calls === 1 ? '1 operation' : `${calls} operations`
  return html`<p>
    ${calls === 0 ? 'No operations' : what} found for “${find.trim()}”. <a href="/api-docs">Show all</a>
  </p>`
}

/** Returns a text with its parts in backticks as code. */
function withCode(text: string): Html[] {
  return text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
}

function introduction(document: OpenApi): Html {
  const [first = '', ...rest] = document.info.description.split('\n').filter(Boolean)
  const kinds = Object.values(problem_kinds)
  return html`<div class="intro">
    <p>${withCode(first)}</p>
    <ul>
      ${rest.map((line) => html`<li>${withCode(line.replace(/^- /, ''))}</li>`)}
    </ul>
    <h3>Errors</h3>
    <p>
      An error response is JSON with a <code>message</code> that can be shown to users, a stable
      <code>code</code>, the <code>errors</code> by field, and a <code>request_id</code> for support.
    </p>
    <p>
      ${kinds.map(({ status, code }, index) => html`${index > 0 && ', '}${status} <code>${code}</code>`)}.
    </p>
  </div>`
}

function article({ method, path, operation }: Listed): Html {
  const answer = (operation.responses['200'] as { content?: { 'application/json'?: { schema: JsonSchema } } })
    ?.content
  const body = operation.requestBody?.content['application/json'].schema
  return html`<article id="${operation.operationId}">
    <h3><span class="method">${method}</span> <code>${path}</code></h3>
    <p>${withCode(operation.summary)}</p>
    <p class="quiet">${operation.description}</p>
    ${(['path', 'query', 'header'] as const).map((place) => {
      const fields = (operation.parameters ?? []).filter((one) => one.in === place)
      return (
        fields.length > 0 &&
        fieldTable(
          place === 'path' ? 'Path parameters' : place === 'query' ? 'Query parameters' : 'Headers',
          fields.map(({ name, required, schema, description }) => ({
            name,
            required,
            schema: { ...schema, ...(description ? { description } : {}) },
          })),
        )
      )
    })}
    ${body && schemaTable('Request body', body)}
    ${answer?.['application/json'] && schemaTable('Response', answer['application/json'].schema)}
  </article>`
}

function modelArticle(name: string, model: JsonSchema): Html {
  return html`<article id="thing-${name}">
    <h3>${name}</h3>
    ${model.description && html`<p>${withCode(model.description)}</p>`}${schemaTable('Members', model)}
  </article>`
}

interface Field {
  name: string
  required: boolean
  schema: JsonSchema
}

function schemaTable(title: string, schema: JsonSchema): Html {
  if (!schema.properties)
    return html`<h4>${title}</h4>
      <p>${kindOf(schema)}</p>`
  return fieldTable(
    title,
    Object.entries(schema.properties).map(([name, one]) => ({
      name,
      required: schema.required?.includes(name) ?? false,
      schema: one,
    })),
  )
}

function fieldTable(title: string, fields: readonly Field[]): Html {
  return html`<h4>${title}</h4>
    <div class="wrap" tabindex="0" role="region" aria-label="${title}">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Required</th>
          </tr>
        </thead>
        <tbody>
          ${fields.map(
            ({ name, required, schema }) =>
              html`<tr>
                <td><code>${name}</code></td>
                <td>
                  ${kindOf(schema)}${schema.description && html` <span class="quiet">${withCode(schema.description)}</span>`}
                </td>
                <td>${required ? 'yes' : ''}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}

/** Describes the type of a value in words, with links to its schemas. */
function kindOf(schema: JsonSchema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="/api-docs#thing-${name}">${name}</a>`
  }
  // `allOf` adds required members to a named schema; link to that schema.
  const [thing] = (schema['allOf'] as JsonSchema[] | undefined) ?? []
  if (thing) return kindOf(thing)
  if (schema.anyOf)
    return html`${schema.anyOf.map((one, index) => html`${index > 0 && ' or '}${kindOf(one)}`)}`
  if (schema.enum)
    return html`one of
    ${schema.enum.map((word, index) => html`${index > 0 && ', '}<code>${String(word)}</code>`)}`
  if (schema.items) return html`list of ${kindOf(schema.items)}`
  if (schema.properties)
    return html`object with
    ${Object.entries(schema.properties).map(
      ([name, one], index) => html`${index > 0 && ', '}<code>${name}</code> (${kindOf(one)})`,
    )}`
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything']
  return html`${types.join(' or ')}${schema.format && ` (${schema.format})`}`
}
