import fs from 'node:fs'
import path from 'node:path'
import { app_version } from '@waybill/domain/kit/app'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingAccepted } from './content-encoding.ts'

interface WebFile {
  body: Buffer
  gzip: Buffer | null
  brotli: Buffer | null
  type: string
  immutable: boolean
}

/** The built web app, held in memory with the compressed files of the build. */
export type WebFiles = Map<string, WebFile>

const content_types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** Reads the built web app; `null` when it has not been built. */
export function readWebFiles(folder: string): WebFiles | null {
  if (!fs.existsSync(path.join(folder, 'index.html'))) return null
  const files: WebFiles = new Map()
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = `/${path.relative(folder, file).split(path.sep).join('/')}`
    files.set(name, {
      body: fs.readFileSync(file),
      gzip: readIfThere(`${file}.gz`),
      brotli: readIfThere(`${file}.br`),
      type: content_types[path.extname(name)] ?? 'application/octet-stream',
      immutable: name.startsWith('/assets/'),
    })
  }
  return files
}

const readIfThere = (file: string): Buffer | null => (fs.existsSync(file) ? fs.readFileSync(file) : null)

/**
 * Origins that a page may use in addition to its own host: the live channel, a directly reachable file store, and the
 * third-party sign-in script if this page may load it. `''` means none. `forms`: origins to which payment forms are
 * sent.
 */
export interface PageReach {
  live: string
  files: string
  sign_in: string
  forms: readonly string[]
  /** Origin of the maps service whose pictures the provider displays. */
  maps: string
  /** Origin of the provider's map tiles. */
  tiles: string
}

/** The parts of the web app that depend on the provider of the requested host. */
interface CompanyParts {
  reach: () => Promise<PageReach>
  manifest: () => Promise<string>
  /** Returns the PNG at the path of a home screen icon, otherwise `null`. */
  icon: (path: string) => Promise<Buffer | null>
}

function pagePolicy({ live, files, sign_in, forms, maps, tiles }: PageReach): string {
  const also = (directive: string, ...sources: string[]) => [directive, ...sources].filter(Boolean).join(' ')
  // The third-party sign-in script writes its own markup, so the one page that may load it has no trusted types.
  const policy = sign_in ? page_policy.replace(`; ${trusted_types}`, '') : page_policy
  return policy
    .replace("script-src 'self'", also("script-src 'self'", sign_in))
    .replace("style-src 'self'", also("style-src 'self'", sign_in))
    .replace("connect-src 'self'", also("connect-src 'self'", live, files, sign_in, tiles))
    .replace("img-src 'self' data: blob:", also("img-src 'self' data: blob:", files, maps, tiles))
    .replace("form-action 'self'", also("form-action 'self'", ...forms))
    .replace("frame-src 'self' blob:", also("frame-src 'self' blob:", files, sign_in))
}

/** Only our own trusted types policies can create scripts or markup, and they allow only URLs of this host. */
const trusted_types = "require-trusted-types-for 'script'; trusted-types default"

const page_policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "frame-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  trusted_types,
].join('; ')

const permissions_policy = 'camera=(self), geolocation=(self), microphone=()'

/** The barcode reader of files and camera pictures is a WebAssembly program in a worker. No other script may compile WebAssembly. */
const barcode_reader = /^\/assets\/(code|frame)-reader\.worker-[^/]+\.js$/
const reader_policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * The map renderer runs in a worker. It fetches tiles under the policy of its own response, not under the policy of
 * the page.
 */
const map_worker = /^\/assets\/maplibre-gl-worker-[^/]+\.m?js$/

/**
 * Scripts and styles that pages load, which are under the policy of the page. Their own policy applies only when the
 * file itself is opened, so it is short: a driver's first load has twenty of these files.
 */
const part_of_page = /^\/assets\/(?!.*worker)[^/]+\.(?:m?js|css)$/
const part_policy = "default-src 'none'; frame-ancestors 'none'"

/** Serves the web app: its files, `version.json`, and the application shell for every other page URL. */
export async function serveWeb(
  files: WebFiles | null,
  request: FastifyRequest,
  reply: FastifyReply,
  company: CompanyParts,
): Promise<FastifyReply> {
  const name = decodeURI(request.url.split('?')[0] ?? '/')
  if (name === '/version.json')
    return reply
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(JSON.stringify({ version: app_version }))
  if (name === '/manifest.webmanifest')
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(await company.manifest())
  const icon = await company.icon(name)
  if (icon) return reply.header('cache-control', 'public, max-age=86400').type('image/png').send(icon)
  const file = files?.get(name)
  if (file && name !== '/index.html') {
    if (part_of_page.test(name)) return sendFile(file, part_policy, request, reply)
    const policy = barcode_reader.test(name)
      ? reader_policy
      : map_worker.test(name)
        ? pagePolicy(await company.reach())
        : page_policy
    return sendFile(file, policy, request, reply.header('permissions-policy', permissions_policy))
  }
  if (/\.[a-z0-9]{2,11}$/i.test(name) || !['GET', 'HEAD'].includes(request.method))
    return reply.code(404).type('text/plain; charset=utf-8').send('This file does not exist.')
  const shell = files?.get('/index.html')
  if (!shell)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The web app has not been built. Run npm run build.')
  return sendFile(
    shell,
    pagePolicy(await company.reach()),
    request,
    reply.header('permissions-policy', permissions_policy),
  )
}

function sendFile(file: WebFile, policy: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = encodingAccepted(request.headers['accept-encoding'])
  const body = encoding === 'br' ? file.brotli : encoding === 'gzip' ? file.gzip : null
  if (body) void reply.header('content-encoding', encoding)
  return reply
    .header('content-security-policy', policy)
    .header('vary', 'accept-encoding')
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .type(file.type)
    .send(body ?? file.body)
}
