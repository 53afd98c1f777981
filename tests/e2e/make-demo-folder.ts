import fs from 'node:fs'
import { openDemoProduct } from '../../scripts/demo-product.ts'

const [folder = ''] = process.argv.slice(2)
const { running, data_dir } = await openDemoProduct({ port: 0, api_port: 0 })
await running.close()
fs.renameSync(data_dir, folder)
process.exit(0)
