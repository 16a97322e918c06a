#!/usr/bin/env node
import { ensureNode } from '../../scripts/lib/node-version.mjs';

await ensureNode();
await import('./command.mjs');
