import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { addMember } from './operations/add-member.ts'
import { addOwnMember } from './operations/add-own-member.ts'
import { updateProfile } from './operations/update-profile.ts'

export { startFreePlan } from './free-plan.ts'
export { confirmEmail, proofAt } from './verification.ts'

export const operations: readonly AnyOperation[] = [addMember, addOwnMember, updateProfile]

export const jobs: readonly Job[] = []
