import { openDemoProduct } from '../../scripts/demo-product.ts'

/** Builds the web app when it is stale, and makes a data directory with the demonstration company in it. */
export async function makeDemoFolder(): Promise<string> {
  const { running, data_dir } = await openDemoProduct({ port: 0, api_port: 0 })
  await running.close()
  return data_dir
}
