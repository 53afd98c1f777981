import { product_name } from '@waybill/domain/kit/app'
import { html, type Html } from '../../src/kit/html.ts'
import { htmlPage, themeCss } from '../../src/kit/html-page.ts'
import type { RawAnswer } from '../../src/kit/handler.ts'

const theme = themeCss({})

const css = `header{border-bottom:1px solid var(--border);background:var(--surface)}
header p,main{max-width:880px;margin:0 auto;padding:16px}
header b{color:var(--text)}header p{color:var(--text-2);font-size:14px}
h1{font-size:20px;line-height:28px;font-weight:600;margin-bottom:12px}
ul{border:1px solid var(--border);border-radius:8px;background:var(--surface);overflow:hidden}
li+li{border-top:1px solid var(--border)}
li a{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 16px;padding:10px 16px;color:var(--text);text-decoration:none}
li a:hover{background:var(--surface-2)}
li b{font-weight:600}
li span,dt,time{color:var(--text-2);font-size:14px}
.empty{padding:32px 16px;text-align:center;border:1px solid var(--border);border-radius:8px;background:var(--surface)}
.back{display:inline-block;padding:8px 0;margin-bottom:8px}
dl{margin-bottom:16px}dl div{display:flex;gap:12px}dt{flex:none;width:64px}
iframe{width:100%;height:640px;border:1px solid var(--border);border-radius:8px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;border:1px solid var(--border);border-radius:8px;background:var(--surface);font:14px/20px ui-monospace,Menlo,monospace}
h2{font-size:16px;margin:20px 0 8px}
@media(max-width:600px){li a{grid-template-columns:1fr}}`

/**
 * Renders a page of a fake service that shows what it received. `what` names it, such as 'Mail'; `about` continues
 * the sentence.
 */
export function catcherPage(
  what: string,
  title: string,
  content: Html,
  about = `that ${product_name} sent. This is a stand-in: nothing here was delivered to anybody.`,
): RawAnswer {
  return htmlPage({
    title: `${title} – ${what} of ${product_name}`,
    theme,
    css,
    frames: "'self'",
    body: html`<header>
        <p><b>${what}</b> ${about}</p>
      </header>
      <main>
        <h1>${title}</h1>
        ${content}
      </main>`,
  })
}

/** Builds a JSON response. */
export function json(value: unknown): RawAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value, null, 2),
  }
}
