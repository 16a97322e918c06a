import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TestCertificate {
  certPath: string;
  keyPath: string;
  cert: Buffer;
  key: Buffer;
}

/** A certificate of its own for localhost and 127.0.0.1, made by openssl. */
export function makeCertificate(name: string, days = 30): TestCertificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-certificate-'));
  const certPath = path.join(folder, 'cert.pem');
  const keyPath = path.join(folder, 'key.pem');
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', keyPath, '-out', certPath];
  const about = ['-days', String(days), '-subj', `/CN=${name}`, '-addext', names];
  execFileSync('openssl', ['req', '-x509', ...kind, ...about, ...files], { stdio: 'ignore' });
  return { certPath, keyPath, cert: readFileSync(certPath), key: readFileSync(keyPath) };
}
