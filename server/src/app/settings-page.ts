import fs from 'node:fs'
import path from 'node:path'
import type { Setting } from '@waybill/domain/kit/setting'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { settings_tabs } from '@waybill/domain/settings/sections'
import { later_capabilities, read_through } from './later-capabilities.ts'

const root = path.join(import.meta.dirname, '../../..')
const folders = ['domain/src', 'server/src', 'web/src']
const declaring = /(^|\/)(settings|live-settings|feature-toggles)\.ts$/

interface Source {
  module: string
  text: string
}

/** Where a setting acts: the modules that read it; empty when nothing does yet. */
export interface SettingUse {
  setting: Setting
  read_by: readonly string[]
  /** The capability that will read it, when nothing does yet. */
  later: string | null
}

/** Every setting with what reads it, found by the name under which it is exported, or by its key. */
export async function settingUses(): Promise<readonly SettingUse[]> {
  const sources = readSources()
  const names = await exportedNames()
  return [...catalogue.values()].map((setting) => {
    const through = read_through.filter(([keys]) => keys.test(setting.key)).map(([, name]) => name)
    // A key that is a plain word, such as `url`, says nothing where it stands.
    const own = setting.key.includes('_') ? [setting.key] : []
    const wanted = [...(names.get(setting.key) ?? []), ...own, ...through].join('|')
    const pattern = new RegExp(`\\b(?:${wanted})\\b`)
    const read_by = [
      ...new Set(sources.filter(({ text }) => pattern.test(text)).map(({ module }) => module)),
    ].toSorted()
    return { setting, read_by, later: read_by.length > 0 ? null : laterFor(setting) }
  })
}

function laterFor({ key, tab, section }: Setting): string | null {
  return later_capabilities[key] ?? later_capabilities[`${tab}/${section}`] ?? null
}

/** Program text outside tests, declarations and the settings screen itself. */
function readSources(): Source[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll(path.sep, '/'))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .filter((name) => !declaring.test(name) && !/^(settings|app\/demo)\//.test(name))
      .filter((name) => !/(^|\/)(later-capabilities|settings-page|tables)\.ts$/.test(name))
      .map((name) => ({
        module: `${folder.split('/')[0] ?? ''}/${name.split('/')[0] ?? ''}`,
        text: fs.readFileSync(path.join(root, folder, name), 'utf8'),
      })),
  )
}

/** The names under which modules export each setting, groups of settings by the name of the group. */
async function exportedNames(): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  const domain = path.join(root, 'domain/src')
  const files = fs
    .readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((name) => declaring.test(name.replaceAll(path.sep, '/')) && !name.startsWith('kit'))
  for (const file of files) {
    const module = (await import(path.join(domain, file))) as Record<string, unknown>
    for (const [name, exported] of Object.entries(module))
      for (const key of keysIn(exported)) names.set(key, [...(names.get(key) ?? []), name])
  }
  return names
}

function keysIn(exported: unknown): string[] {
  if (typeof exported !== 'object' || exported === null || '_zod' in exported) return []
  if ('key' in exported && 'control' in exported) return [String(exported.key)]
  return Object.values(exported).flatMap(keysIn)
}

/** `docs/settings.md`: every setting, its default and where it acts. */
export async function settingsPageSource(): Promise<string> {
  const uses = await settingUses()
  const parts = settings_tabs.flatMap(({ id, label, sections }) => [
    `## ${label}`,
    ...sections.flatMap((section) => {
      const rows = uses.filter(({ setting }) => setting.tab === id && setting.section === section.key)
      return rows.length === 0 ? [] : [`### ${section.title}`, section.description, tableOf(rows)]
    }),
  ])
  return [
    '# Settings',
    'Made from the code by `npm run generate`. **Acts in** names the modules that read a setting; in italics stands the capability that will read it once it is built.',
    ...parts,
    '',
  ].join('\n\n')
}

function tableOf(uses: readonly SettingUse[]): string {
  return [
    '| Setting | Key | Acts in |',
    '| --- | --- | --- |',
    ...uses.map(
      ({ setting, read_by, later }) =>
        `| ${setting.title} | \`${setting.key}\` | ${read_by.join(', ') || `_${later ?? ''}_`} |`,
    ),
  ].join('\n')
}
