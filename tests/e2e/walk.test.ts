import { customer, driver, guest, platform, walkAs } from './walk.ts'

walkAs([platform, customer, driver, guest])
