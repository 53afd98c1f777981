import { pino } from 'pino'
import { boot, type BootOptions, type Running } from '../../src/main/boot.ts'
import { giveDatabase } from './database/data-dir.ts'
import { freePort } from './free-port.ts'

/**
 * Boots the whole application in this process, with an embedded database in a folder, on free ports and without a
 * log.
 */
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
