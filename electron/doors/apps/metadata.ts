import { appScopes } from '../../../shared/app-scopes';
import { endpointOf, type Name } from '../../../shared/contract';
import { splitRoute } from '../../../shared/contract/http-routes';

/** The path that apps send people to. */
export const AUTHORIZE_PATH = '/oauth/authorize';

/** The metadata of the authorization server (RFC 8414) as a client reached it. */
export function describeServer(issuer: string) {
  const at = (name: Name) => issuer + splitRoute(endpointOf(name).http).path;
  return {
    issuer,
    authorization_endpoint: issuer + AUTHORIZE_PATH,
    token_endpoint: at('apps.token'),
    revocation_endpoint: at('apps.revoke'),
    scopes_supported: appScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: AUTHENTICATION_METHODS,
    revocation_endpoint_auth_methods_supported: AUTHENTICATION_METHODS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}

const AUTHENTICATION_METHODS = ['client_secret_basic', 'client_secret_post', 'none'];
