import { makeDemoCompany } from './demo-company.ts'

const [folder = ''] = process.argv.slice(2)
await makeDemoCompany(folder)
process.exit(0)
