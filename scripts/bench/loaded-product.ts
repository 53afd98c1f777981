import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startProduct, type Product } from './product.ts'
import { prepare, type Setup } from './setup.ts'

/** Where the product is loaded and measured. */
interface Place {
  /** Null for the embedded database. */
  database_url: string | null
  /** Receives its e-mails. */
  smtp_url: string
  shipments: number
}

/** Loads a company, starts the product on it, and stops it afterwards if `run` has not. `loadedS` is in seconds. */
export async function withLoadedProduct<Result>(
  { database_url, smtp_url, shipments }: Place,
  run: (setup: Setup, product: Product, loadedS: number) => Promise<Result>,
): Promise<Result> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-bench-'))
  const { DATABASE_URL: _, ...environment } = process.env
  const env = {
    ...environment,
    DATA_DIR: dataDir,
    SMTP_URL: smtp_url,
    ...(database_url === null ? {} : { DATABASE_URL: database_url }),
  }
  try {
    const started = performance.now()
    const setup = prepare(env, shipments)
    const loadedS = (performance.now() - started) / 1000
    const product = await startProduct(env)
    try {
      return await run(setup, product, loadedS)
    } finally {
      await product.stop()
    }
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}
