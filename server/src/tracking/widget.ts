import { createHash } from 'node:crypto'
import { z } from 'zod'
import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { notFound } from '@waybill/domain/kit/problem'
import { custom_widget_html } from '@waybill/domain/tracking/settings'
import { html, markup, type Html } from '../kit/html.ts'
import type { RawAnswer, RawHandler } from '../kit/handler.ts'

/** The company's custom widget, shown in a frame beside the tracking widget (SHELL-025). */
export const customWidget = endpoint('GET /widget', {
  input: z.object({}),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: "The company's own widget, to be framed.",
})

/** A page that displays the markup that its parent page sends, to preview a widget before it is saved. */
export const widgetPreview = endpoint('GET /widget/preview', {
  input: z.object({}),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: 'Shows an unsaved widget in the settings, in a frame.',
})

/** Scripts in the markup do not run: the policy of the document allows only this script. */
const preview_script =
  "addEventListener('message', (event) => { if (event.source === parent) document.body.innerHTML = String(event.data) })"

const preview_policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(preview_script).digest('base64')}'`,
  "style-src 'unsafe-inline' https:",
  'img-src https: data:',
  'font-src https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

export const showWidgetPreview: RawHandler<typeof widgetPreview> = () =>
  Promise.resolve(widgetPage(preview_policy, '', markup(`<script>${preview_script}</script>`)))

/**
 * Permissions of the snippet: it may run its scripts and connect to other servers by https, from an opaque origin, so
 * that it can access neither the page around it nor that page's storage. `sandbox` also applies when the address is
 * opened alone.
 */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' https:",
  "style-src 'unsafe-inline' https:",
  'img-src https: data:',
  'font-src https: data:',
  'media-src https:',
  'connect-src https: wss:',
  'frame-src https:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

export const showWidget: RawHandler<typeof customWidget> = async (ctx) => {
  const snippet = ctx.setting(custom_widget_html)
  if (snippet.trim() === '') throw notFound('This company has no widget of its own.')
  return widgetPage(policy, snippet)
}

function widgetPage(contentPolicy: string, body: string, head: Html | '' = ''): RawAnswer {
  const document = html`<!doctype html>
    <html lang="en-ZA">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Widget</title>
        ${head}
      </head>
      <body>
        ${markup(body)}
      </body>
    </html>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    },
    body: document.text,
  }
}
