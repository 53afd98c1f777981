import type { IncomingMessage, ServerResponse } from 'node:http'
import { formatBytes, formatDateTime } from '@waybill/domain/kit/texts/format'
import { catcherPage, json } from './catcher-page.ts'
import { html, type Html } from '../../src/kit/html.ts'
import type { RawAnswer } from '../../src/kit/handler.ts'
import type { CaughtMail } from './caught-mail.ts'

const page = (title: string, content: Html): RawAnswer => catcherPage('Mail', title, content)

/** Serves the inbox: the list, a single message, its HTML for the frame, and both as JSON. */
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
    return json(
      messages.filter((one) => !to || one.to.some((address) => address.toLowerCase() === to)).map(listed),
    )
  }
  if (section === 'messages' && message && part === 'html') return mailInFrame(message)
  if (section === 'messages' && message && part === 'json') return json(listed(message))
  const file = message?.attachments[Number(part)]
  if (section === 'messages' && part !== '' && file) return download(file)
  if (section === 'messages' && message) return page(message.subject || 'Message', view(message))
  return {
    ...page('Not here', html`<p>This message does not exist. It may have made room for newer ones.</p>`),
    status: 404,
  }
}

/** Returns a message without the bytes of its files. */
function listed(message: CaughtMail) {
  const attachments = message.attachments.map(({ content: _content, ...file }) => file)
  return { ...message, attachments }
}

function download({ filename, content_type, content }: CaughtMail['attachments'][number]): RawAnswer {
  return {
    status: 200,
    headers: {
      'content-type': content_type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    },
    body: content,
  }
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
    ${message.attachments.map(
      ({ filename }, at) => html`<p><a href="/messages/${message.id}/${at}">${filename}</a></p>`,
    )}
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

/**
 * Serves the HTML of a message. The content security policy blocks scripts and forms and restricts external
 * resources.
 */
function mailInFrame(message: CaughtMail): RawAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: http://127.0.0.1:* http://localhost:*; sandbox",
    },
    body: message.html,
  }
}
