import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { identityApi } from '@waybill/domain/identity/api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../dev/test-kit/free-port.ts'
import { test_secret } from '../dev/test-kit/runtime.ts'
import { newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'

const root = path.join(import.meta.dirname, '../..')
/** Maximum time, in ms, for which a token revoked in one process may still be accepted by another. */
const soon = { timeout: 2_000, interval: 25 }

interface Process {
  web: string
  stop(): Promise<void>
}

/** Starts a process of the product as an operator would, on a shared database; resolves once it is ready. */
async function startProcess({ url, data_dir }: { url: string; data_dir: string }): Promise<Process> {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.ts'), '--no-demo'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: data_dir,
      WAYBILL_SECRET: test_secret,
      HOST: '127.0.0.1',
      PORT: String(port),
      API_PORT: String(await freePort()),
      THIRD_PARTY_PORT: String(await freePort()),
      MAIL_PORT: String(await freePort()),
      DATABASE_UNSAFE: 'allow',
      WEB_BUILD: 'off',
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    let output = ''
    const onOutput = (piece: Buffer): void => {
      output += piece.toString()
      if (!output.includes('is ready')) return
      resolve({
        web: `http://127.0.0.1:${port}`,
        stop: () => {
          child.kill('SIGTERM')
          return ended
        },
      })
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    void ended.then(() => reject(new Error(`The process ended before it was ready: ${output}`)))
  })
}

describe.runIf(process.env.TEST_DATABASE_URL)('two processes on one database', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-processes-'))
  let p: TestProvider
  let staff: Caller
  let one: Process
  let other: Process

  beforeAll(async () => {
    p = await newProvider()
    staff = await p.staff()
    const url = String((p.runtime.runtime.pool.options as { connectionString?: string }).connectionString)
    ;[one, other] = await Promise.all([
      startProcess({ url, data_dir: dataDir }),
      startProcess({ url, data_dir: dataDir }),
    ])
  })
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()])
    fs.rmSync(dataDir, { recursive: true, force: true })
  })

  const request = async (at: Process, token: string | null, method: string, where: string, body?: object) => {
    const answer = await fetch(`${at.web}/api${where}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  /** Returns the status of a request to the other process, which caches callers for a short time. */
  const opens = (token: string | null) => request(other, token, 'GET', '/branches')

  it('rejects a session in one process within two seconds after it ended in the other', async () => {
    const owner = await p.owner()
    expect(await opens(owner.token)).toBe(200)
    expect(await request(one, owner.token, 'POST', '/logout', {})).toBe(200)
    await expect.poll(() => opens(owner.token), soon).toBe(401)
  })

  it('rejects the session of a disabled user and a revoked API key within two seconds', async () => {
    const owner = await p.owner()
    expect(await opens(owner.token)).toBe(200)
    const disabled = { id: owner.user_id, is_active: false }
    expect(await request(one, staff.token, 'PATCH', '/users', disabled)).toBe(200)
    await expect.poll(() => opens(owner.token), soon).toBe(401)
    const { id, api_key } = await staff.send(identityApi.createApiKey, { name: 'till' })
    expect(await opens(api_key)).toBe(200)
    expect(await request(one, staff.token, 'DELETE', '/users/api-keys', { id })).toBe(204)
    await expect.poll(() => opens(api_key), soon).toBe(401)
  })

  it('applies permissions removed from a role within two seconds', async () => {
    const { id, version } = await staff.send(usersApi.createRole, {
      name: 'Clerk',
      label: 'Clerk',
      permissions: ['API_/branches:GET'],
      permissions_ui: [],
      require_2fa: false,
    })
    const clerk = await p.user(id)
    expect(await opens(clerk.token)).toBe(200)
    expect(await request(one, staff.token, 'PATCH', '/roles', { id, version, permissions: [] })).toBe(200)
    await expect.poll(() => opens(clerk.token), soon).toBe(403)
  })

  it('rejects an ended session even when the other process receives no notifications', async () => {
    const owner = await p.owner()
    await p.runtime.runtime.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'waybill notifications' AND datname = current_database()`,
    )
    expect(await opens(owner.token)).toBe(200)
    expect(await request(one, owner.token, 'POST', '/logout', {})).toBe(200)
    await expect.poll(() => opens(owner.token), soon).toBe(401)
  })
})
