// A second process for the tests of the CA: authority-process.ts HOME TIME. It opens the CA of the home, which may be new, and says which it is.
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'

const [home = '', time = ''] = process.argv.slice(2)
console.log(openCertificateAuthority(home, new Date(time)).certificate.fingerprint256)
