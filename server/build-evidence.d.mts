export function buildEvidenceTools(folder: string): Promise<void>;
