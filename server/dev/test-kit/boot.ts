import { randomUUID } from 'node:crypto'
import { role_ids } from '@waybill/domain/kit/actor'
import { pino } from 'pino'
import { boot, type BootOptions, type Running } from '../../src/app/boot.ts'
import { asSystem, installProvider } from '../../src/app/install.ts'
import { insertSession, insertUser } from '../../src/identity/index.ts'
import { digestOf } from '../../src/kit/sealer.ts'
import { giveDatabase } from './data-dir.ts'
import { freePort } from './free-port.ts'

/** The whole product in this process, on the embedded database of a folder and on free ports, without a log. */
export async function bootProduct(
  options: Pick<BootOptions, 'data_dir' | 'setUp'> & { port?: number },
): Promise<Running> {
  await giveDatabase(options.data_dir)
  return boot({
    host: '127.0.0.1',
    port: await freePort(),
    api_port: await freePort(),
    database_url: undefined,
    log: pino({ level: 'silent' }),
    ...options,
  })
}

/** Makes a company in a data directory, for a product that is then started on it; answers the token of an administrator. */
export async function makeCompany(data_dir: string): Promise<string> {
  const { runtime, close } = await bootProduct({ data_dir })
  const { provider_id } = await installProvider(runtime, {
    name: 'Fynbos Couriers',
    is_default: true,
    settings: { require_2fa_for_staff: 'off' },
  })
  const token = randomUUID()
  await asSystem(runtime, provider_id, async (ctx) => {
    const user_id = await insertUser(ctx, {
      username: 'thandi',
      name: 'Thandi Nkosi',
      email: 'thandi@fynbos.example',
      role_id: role_ids.administrator,
    })
    await insertSession(ctx, {
      user_id,
      token_digest: digestOf(token),
      time_expires: new Date(ctx.now.getTime() + 86_400_000),
      device: 'test',
    })
  })
  await close()
  return token
}
