import fs from 'node:fs'
import path from 'node:path'
import type { DomainEvent } from '@waybill/domain/kit/event'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { z } from 'zod'
import { groupOf } from '../../src/http/docs/openapi.ts'
import { subscribers } from '../../src/main/subscribers.ts'
import { routes } from '../../src/main/routes.ts'
import { schedules } from '../../src/main/schedules.ts'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'

const sources = path.join(import.meta.dirname, '../../src')

/**
 * Returns the content of `docs/generated/plan.md`: every endpoint, permission, setting, event and schedule, read from the code.
 * Deterministic.
 */
export async function planSource(): Promise<string> {
  const parts = [
    '# Plan\n\nMade by `npm run generate` from the code. Do not edit.',
    `## Endpoints\n\n${endpoints()}`,
    `## Permissions\n\nNames that the code asks for. A role may also hold them with \`*\`.\n\n${permissions()}`,
    `## Settings\n\n${settings()}`,
    `## Events\n\n${await events()}`,
    `## Schedules\n\n${table(
      ['Name', 'Every'],
      schedules.map(({ name, every_ms }) => [name, interval(every_ms)]),
    )}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function endpoints(): string {
  const all = routes.map((route) => route.endpoint)
  const names = [...new Set(all.map((endpoint) => groupOf(endpoint.path)))].sort()
  return names
    .map((name) => {
      const rows = all
        .filter((endpoint) => groupOf(endpoint.path) === name)
        .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
        .map((one) => [
          one.method,
          `\`${one.path}\``,
          one.permission ? `\`${one.permission}\`` : '–',
          one.audience,
          one.published ? 'yes' : '',
          one.step_up === null ? '' : one.step_up.when ? 'some calls' : 'yes',
          one.summary,
        ])
      return `### ${name}\n\n${table(['Method', 'Path', 'Permission', 'Audience', 'Published', 'Step-up', 'Summary'], rows)}`
    })
    .join('\n\n')
}

/** Lists the permissions of endpoints and the inline permissions found in the sources of domain and server. */
function permissions(): string {
  const api = routes.flatMap(({ endpoint }) => endpoint.permission ?? [])
  const inline = sourceFiles().flatMap((file) =>
    [...fs.readFileSync(file, 'utf8').matchAll(/'(INLINE_[a-z0-9_]+)'/g)].map(([, name = '']) => name),
  )
  return [...new Set([...api, ...inline])]
    .sort()
    .map((name) => `- \`${name}\``)
    .join('\n')
}

function sourceFiles(): string[] {
  return [path.join(sources, '../../domain/src'), sources].flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => path.join(folder, name)),
  )
}

function settings(): string {
  const rows = [...catalogue.values()]
    .sort((a, b) => (`${a.tab} ${a.section} ${a.key}` < `${b.tab} ${b.section} ${b.key}` ? -1 : 1))
    .map((one) => [
      `\`${one.key}\``,
      one.title,
      one.secret ? 'secret' : shortly(one.schema, one.default),
      one.tab,
      one.section,
      one.public ? 'everyone' : one.for_customers ? 'customers' : '',
    ])
  return table(['Key', 'Title', 'Default', 'Tab', 'Section', 'Read by'], rows)
}

const longest_default = 60

/** Formats a default value as stored, truncated when it is long. */
function shortly(schema: z.ZodType, value: unknown): string {
  const encoded = z.safeEncode(schema, value)
  const text = JSON.stringify(encoded.success ? encoded.data : value)
  return `\`${text.length > longest_default ? `${text.slice(0, longest_default)}…` : text}\``
}

/** Lists every event declared in a module’s `events.ts`, with its payload and subscribers. */
async function events(): Promise<string> {
  const folder = path.join(sources, '../../domain/src')
  const modules = fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, 'events.ts')))
    .sort()
  const rows: string[][] = []
  for (const module of modules) {
    const declared = (await import(path.join(folder, module, 'events.ts'))) as Record<string, unknown>
    for (const event of Object.values(declared).filter(isEvent).sort(byName)) {
      const listeners = subscribers
        .filter((subscriber) => subscriber.event.name === event.name)
        .map((subscriber) => `${subscriber.listener} (${subscriber.when})`)
      rows.push([
        `\`${event.name}\``,
        module,
        Object.keys((event.payload as z.ZodObject).shape)
          .map((key) => `\`${key}\``)
          .join(', '),
        listeners.join('<br>') || '–',
      ])
    }
  }
  return table(['Event', 'Module', 'Payload', 'Listeners'], rows)
}

function isEvent(value: unknown): value is DomainEvent {
  return typeof value === 'object' && value !== null && 'name' in value && 'payload' in value
}

function byName(a: DomainEvent, b: DomainEvent): number {
  return a.name < b.name ? -1 : 1
}

function interval(ms: number): string {
  const units = [
    [day_ms, 'd'],
    [hour_ms, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ] as const
  const [size, unit] = units.find(([one]) => ms % one === 0) ?? [1, 'ms']
  return `${ms / size} ${unit}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.'
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
