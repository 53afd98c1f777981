import fs from 'node:fs'
import path from 'node:path'
import { role_ids, systemActor, type Actor } from '@waybill/domain/kit/actor'
import { declaredIn } from '@waybill/domain/settings/catalogue'
import { settingsSentTo } from '@waybill/domain/settings/setting-visibility'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const domain = path.join(root, 'domain/src')
const web = path.join(root, 'web/src')
/** Pages that load settings with separate requests, and the setting lists behind them. */
const not_screens = ['web/src/settings/', 'web/src/platform-admin/', 'domain/src/settings/']
const declares = /\/(settings|live-settings|feature-toggles)\.ts$/

const sourcesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => path.join(folder, name))

interface Import {
  file: string
  names: string[]
}

/** Returns the value imports of a source file, both static and dynamic. */
function importsOf(file: string): Import[] {
  const text = fs.readFileSync(file, 'utf8')
  const at = (from: string): string =>
    from.startsWith('@waybill/domain/')
      ? path.join(domain, `${from.slice('@waybill/domain/'.length)}.ts`)
      : path.resolve(path.dirname(file), from)
  const named = [...text.matchAll(/(?:import|export)\s+(?!type\b)([^'";]*?)\s+from\s+'([^']+)'/g)].map(
    ([, what = '', from = '']) => ({
      file: at(from),
      names: (/\{([^}]*)\}/.exec(what)?.[1] ?? '')
        .split(',')
        .map((name) => name.trim().split(' as ')[0] ?? '')
        .filter((name) => name !== '' && !name.startsWith('type ')),
    }),
  )
  const later = [...text.matchAll(/import\('([^']+)'\)/g)].map(([, from = '']) => ({
    file: at(from),
    names: [],
  }))
  return [...named, ...later].filter((one) => fs.existsSync(one.file) && /\.tsx?$/.test(one.file))
}

/** Returns the lower-case keys of the settings that the source files and everything they import read. */
async function settingsReadFrom(
  starts: readonly string[],
  mayFollow: (file: string) => boolean,
): Promise<string[]> {
  const seen = new Set<string>()
  const found = new Map<string, Import>()
  const waiting = [...starts]
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const one of importsOf(file)) {
      if (declares.test(one.file))
        for (const name of one.names) found.set(`${one.file} ${name}`, { ...one, names: [name] })
      else if (mayFollow(path.relative(root, one.file))) waiting.push(one.file)
    }
  }
  const keys = await Promise.all(
    [...found.values()].map(async ({ file, names: [name = ''] }) => {
      const module = (await import(file)) as Record<string, unknown>
      return declaredIn(module[name]).map(({ key }) => key.toLowerCase())
    }),
  )
  return [...new Set(keys.flat())].toSorted()
}

const isScreen = (file: string): boolean => !not_screens.some((prefix) => file.startsWith(prefix))
const staff = (roleId: number): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: roleId,
  permissions: [],
})

describe('settings sent at start-up', () => {
  it('include every setting that staff screens read', async () => {
    const read = await settingsReadFrom(
      sourcesIn(web).filter((file) => isScreen(path.relative(root, file))),
      isScreen,
    )
    expect(read.length).toBeGreaterThan(100)
    const sent = settingsSentTo(staff(role_ids.finance_manager))
    expect(read.filter((key) => !sent.has(key))).toEqual([])
  })

  it('include every setting that driver screens read, but not vip_accounts, accounting_lock_date, payfast_merchant_id or smtp_host', async () => {
    const own = ['drivers', 'app', 'kit', 'identity']
    const isOwn = (file: string): boolean =>
      isScreen(file) && (!file.startsWith('web/') || own.includes(file.split('/')[2] ?? ''))
    const starts = sourcesIn(path.join(web, 'drivers')).concat(sourcesIn(path.join(web, 'identity')))
    const read = await settingsReadFrom([...starts, path.join(web, 'shell/Frame.tsx')], isOwn)
    expect(read.length).toBeGreaterThan(25)
    const sent = settingsSentTo(staff(role_ids.driver))
    expect(read.filter((key) => !sent.has(key))).toEqual([])
    for (const none of ['vip_accounts', 'accounting_lock_date', 'payfast_merchant_id', 'smtp_host'])
      expect(sent.has(none), none).toBe(false)
  })

  it('include smtp_host only for users who may read the company settings', () => {
    const all = settingsSentTo({
      ...staff(role_ids.administrator),
      permissions: ['API_/providers/settings:GET'],
    })
    expect(all.has('smtp_host')).toBe(true)
    for (const roleId of [role_ids.finance_manager, role_ids.driver, role_ids.provider_api_user])
      expect(settingsSentTo(staff(roleId)).has('smtp_host')).toBe(false)
  })
})
