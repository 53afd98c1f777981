import { pino } from 'pino'
import { boot, type BootOptions, type Running } from '../../src/main/boot.ts'
import { giveDatabase } from './database/data-dir.ts'
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
