import { afterAll } from 'vitest'
import { tidyHouse } from './house.ts'

afterAll(tidyHouse)
