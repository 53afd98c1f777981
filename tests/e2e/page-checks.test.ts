import { customer, driver, guest, platform, checkPagesAs } from './page-checks.ts'

checkPagesAs([platform, customer, driver, guest])
