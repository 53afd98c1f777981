import { staff, checkPagesAs } from './walk.ts'

checkPagesAs([staff])
