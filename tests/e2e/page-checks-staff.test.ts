import { staff, checkPagesAs } from './page-checks.ts'

checkPagesAs([staff])
