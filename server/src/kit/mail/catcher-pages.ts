import type { IncomingMessage, ServerResponse } from 'node:http'
import { product_name } from '@waybill/domain/kit/app'
import { formatBytes, formatDateTime } from '@waybill/domain/kit/format'
import { html, type Html } from '../html.ts'
import { htmlPage, themeCss } from '../html-page.ts'
import type { RawAnswer } from '../verb.ts'
import type { CaughtMail } from './mail-catcher.ts'

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

/** Answers a request to the inbox: the list, one message, its own markup for the frame, and both as JSON. */
export function answerCatcher(
  request: IncomingMessage,
  response: ServerResponse,
  messages: readonly CaughtMail[],
): void {
  const { status, headers, body } = answerOf(new URL(request.url ?? '/', 'http://inbox'), messages)
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers }).end(body)
}

function answerOf({ pathname, searchParams }: URL, messages: readonly CaughtMail[]): RawAnswer {
  const [, section = '', id = '', part = ''] = pathname.split('/')
  const message = messages.find((one) => String(one.id) === id)
  if (pathname === '/') return page('Mail', list(messages))
  if (section === 'messages' && !id) {
    const to = searchParams.get('to')?.toLowerCase()
    return json(messages.filter((one) => !to || one.to.some((address) => address.toLowerCase() === to)))
  }
  if (section === 'messages' && message && part === 'html') return shownInFrame(message)
  if (section === 'messages' && message && part === 'json') return json(message)
  if (section === 'messages' && message) return page(message.subject || 'Message', view(message))
  return {
    ...page('Not here', html`<p>There is no such message. It may have made room for newer ones.</p>`),
    status: 404,
  }
}

function page(title: string, content: Html): RawAnswer {
  return htmlPage({
    title: `${title} – mail of ${product_name}`,
    theme,
    css,
    frames: "'self'",
    body: html`<header>
        <p>
          <b>Mail</b> that ${product_name} sent. This is a stand-in: nothing here was delivered to anybody.
        </p>
      </header>
      <main>
        <h1>${title}</h1>
        ${content}
      </main>`,
  })
}

function list(messages: readonly CaughtMail[]): Html {
  if (messages.length === 0)
    return html`<p class="empty">No messages yet. They appear here as they are sent.</p>`
  return html`<ul>
    ${messages.map(
      (one) =>
        html`<li>
          <a href="/messages/${one.id}"
            ><b>${one.subject || '(no subject)'}</b
            ><time datetime="${one.received_at.toISOString()}">${formatDateTime(one.received_at)}</time
            ><span>To ${one.to.join(', ')}</span><span>${formatBytes(one.size)}</span></a
          >
        </li>`,
    )}
  </ul>`
}

function view(message: CaughtMail): Html {
  const facts = [
    ['From', message.from],
    ['To', message.to.join(', ')],
    ['Sent', formatDateTime(message.received_at)],
  ]
  return html`<a class="back" href="/">All messages</a>
    <dl>
      ${facts.map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${
      message.html &&
      html`<iframe
        src="/messages/${message.id}/html"
        sandbox
        title="The message as its receiver sees it"
      ></iframe>`
    }
    <h2>As plain text</h2>
    <pre tabindex="0">${message.text}</pre>`
}

/** The message's own markup: no script, no forms, no fetching, whatever it holds. */
function shownInFrame(message: CaughtMail): RawAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    },
    body: message.html,
  }
}

function json(value: unknown): RawAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value, null, 2),
  }
}
