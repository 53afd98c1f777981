import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listeningPorts, production, startProduct, type ProductProcess } from './product-process.ts'

describe.runIf(process.platform === 'linux')('first start of an installation', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-first-'))
  const dataDir = path.join(folder, 'data')
  let product: ProductProcess
  beforeAll(async () => {
    product = await startProduct({ data_dir: dataDir, env: production, args: [] })
  })
  afterAll(async () => {
    await product.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('writes the links of the first administrators, which end within an hour and work once, to a file that only its owner can read', async () => {
    const file = path.join(dataDir, 'admin-links.txt')
    expect(product.printed()).toContain(file)
    expect(product.printed()).not.toContain('verification=')
    expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600')
    const [until = '', ...links] = fs.readFileSync(file, 'utf8').trim().split('\n')
    const ends = new Date(/until (\S+)\.$/.exec(until)?.[1] ?? '').getTime()
    expect(ends).toBeLessThanOrEqual(Date.now() + 3_600_000)
    expect(links.map((link) => link.split(':')[0])).toEqual(['admin', 'platform'])
    const [, link = ''] = /^admin: (\S+)$/.exec(links[0] ?? '') ?? []
    const requested = new URL(link).searchParams
    const choose = () =>
      fetch(`${product.web}/api/login`, {
        method: 'POST',
        body: JSON.stringify({
          email: requested.get('email'),
          verification_code: requested.get('verification'),
          password: 'correct horse battery staple',
        }),
      })
    expect([(await choose()).status, (await choose()).status]).toEqual([200, 401])
  })

  it('listens only on PORT and API_PORT in production', () => {
    expect(listeningPorts(product.child.pid ?? 0)).toEqual(
      product.ports.toSorted((one, other) => one - other),
    )
    expect(fs.existsSync(path.join(dataDir, 'demo.json'))).toBe(false)
  })
})
