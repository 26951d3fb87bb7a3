"""What the screens show: plain functions and frozen data, without Streamlit."""
