import { staff, walkAs } from './walk.ts'

walkAs([staff])
