"""The screens: widgets and no arithmetic."""
