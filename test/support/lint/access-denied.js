const MESSAGE =
  'Rights are decided in electron/service/access/: add a function named by the permission (requireX) there, and call it. ' +
  'A limit or a state is no right: use conflict, too_large or validation_error.';

/** A plugin of oxlint with one rule: `access_denied` is created only where permissions are decided. */
export default {
  meta: { name: 'courtyard' },
  rules: {
    'access-denied-only-in-access': {
      create: (context) => ({
        NewExpression: (node) => {
          if (node.callee.name === 'AppError' && node.arguments[0]?.value === 'access_denied')
            context.report({ node, message: MESSAGE });
        },
      }),
    },
  },
};
