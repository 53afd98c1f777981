import { afterAll } from 'vitest'
import { resetRuntime } from './runtime.ts'

afterAll(resetRuntime)
