import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { requirePrivate, installationOf } from './installation.ts'

const mail = { SMTP_URL: 'smtp://mail.example' }

describe('installation settings', () => {
  it.each([
    ['127.0.0.1', {}, true],
    ['127.1.2.3', {}, true],
    ['localhost', {}, true],
    ['::1', {}, true],
    ['127.0.0.1', { NODE_ENV: 'development' }, true],
    ['0.0.0.0', mail, false],
    ['::', mail, false],
    ['', mail, false],
    ['127.evil.example', mail, false],
    ['196.1.2.3', mail, false],
    ['127.0.0.1', { ...mail, NODE_ENV: 'production' }, false],
    ['127.0.0.1', { ...mail, WEB_URL: 'https://fynbos.example' }, false],
    ['127.0.0.1', { ...mail, TRUSTED_PROXIES: '10.0.0.1' }, false],
  ])('host %j with %j gives is_local %j', (host, env, isLocal) => {
    expect(installationOf(host, env).is_local).toBe(isLocal)
  })

  it('require a mail server or MAIL=off in a non-local installation', () => {
    const production = { NODE_ENV: 'production' }
    expect(() => installationOf('127.0.0.1', production)).toThrow(
      'This installation can be reached by others and has no mail server. Set SMTP_URL to one, or MAIL=off to send no mail.',
    )
    expect(installationOf('127.0.0.1', { ...production, MAIL: 'off' }).mail).toBe('off')
    expect(installationOf('127.0.0.1', { ...production, SMTP_HOST: 'mail.example' }).mail).toBe('on')
    expect(() => installationOf('127.0.0.1', { MAIL: 'hold' })).toThrow('MAIL must be on or off. It is hold.')
  })

  it('reject a fake for the payment gateways in a non-local installation', () => {
    const env = { ...mail, PAYMENT_GATEWAYS_URL: 'http://10.0.0.9' }
    expect(() => installationOf('0.0.0.0', env)).toThrow(
      /^PAYMENT_GATEWAYS_URL points to a test payment gateway, .* Remove it\.$/,
    )
    expect(installationOf('127.0.0.1', { PAYMENT_GATEWAYS_URL: 'http://10.0.0.9' }).is_local).toBe(true)
  })
})

describe.skipIf(process.platform === 'win32')('data directory and its secret', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-private-'))
  const secret = path.join(folder, 'secret.key')
  const modeOf = (name: string) => (fs.statSync(name).mode & 0o777).toString(8)
  const prepare = (directoryMode: number, secretMode: number) => {
    fs.writeFileSync(secret, 'secret')
    fs.chmodSync(secret, secretMode)
    fs.chmodSync(folder, directoryMode)
  }
  afterEach(() => fs.chmodSync(folder, 0o700))

  it('creates the directory for its owner only', () => {
    const fresh = path.join(folder, 'new/data')
    requirePrivate(fresh, { is_local: false })
    expect(modeOf(fresh)).toBe('700')
  })

  it.each([
    [
      0o755,
      0o600,
      `The data directory ${folder} is open to other users of this machine (mode 755). Run: chmod 700 ${folder}`,
    ],
    [
      0o702,
      0o600,
      `The data directory ${folder} is open to other users of this machine (mode 702). Run: chmod 700 ${folder}`,
    ],
    [
      0o700,
      0o644,
      `The secret ${secret} is open to users other than its owner (mode 644). Run: chmod 600 ${secret}`,
    ],
    [
      0o700,
      0o640,
      `The secret ${secret} is open to users other than its owner (mode 640). Run: chmod 600 ${secret}`,
    ],
  ])('rejects modes %o and %o in a non-local installation', (directory, file, sentence) => {
    prepare(directory, file)
    expect(() => requirePrivate(folder, { is_local: false })).toThrow(sentence)
  })

  it('allows group access to the directory and removes excess permissions in a local installation', () => {
    prepare(0o770, 0o600)
    requirePrivate(folder, { is_local: false })
    prepare(0o755, 0o644)
    requirePrivate(folder, { is_local: true })
    expect([modeOf(folder), modeOf(secret)]).toEqual(['750', '600'])
  })
})
