// How sandbox data is served ([I] Endpoints): what operations of the same kind have in common.

export const READ = { method: 'GET', headerSet: 'sandboxRead', success: 200 } as const
export const CREATE = { method: 'POST', headerSet: 'sandboxWrite', success: 201 } as const
export const CHANGE = { method: 'PUT', headerSet: 'sandboxWrite', success: 200 } as const
export const DELETE = { method: 'DELETE', headerSet: 'sandboxRead' } as const
