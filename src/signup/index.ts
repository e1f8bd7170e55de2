import type { Job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { addMember } from '../operations/members/add-member.ts'
import { addOwnMember } from '../operations/members/add-own-member.ts'
import { updateProfile } from '../operations/account/update-profile.ts'

export { startFreePlan } from '../domains/credits/free-plan.ts'
export { confirmEmail, proofAt } from '../domains/accounts/verification.ts'

export const operations: readonly AnyOperation[] = [addMember, addOwnMember, updateProfile]

export const jobs: readonly Job[] = []
