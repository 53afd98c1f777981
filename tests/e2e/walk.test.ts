import { customer, driver, guest, platform, checkPagesAs } from './walk.ts'

checkPagesAs([platform, customer, driver, guest])
